import type { RejectionChoice, rejectionGrounds } from '@countersign/protocol/chain';
import { decisionText } from '../language/english/decision.ts';

type Ground = { [Each in RejectionChoice]: keyof (typeof rejectionGrounds)[Each] }[RejectionChoice];

const labels: Readonly<Record<Ground, string>> = {
  wrong_value: decisionText.wrong_value,
  wrong_target: decisionText.wrong_target,
  too_broad: decisionText.too_broad,
  missing_information: decisionText.missing_information,
  not_needed: decisionText.not_needed,
  not_allowed: decisionText.not_allowed,
  looks_manipulated: decisionText.looks_manipulated,
};

/** The words of a ground in the language of the page. Another client may have sent one that is not listed. */
export const groundWords: Readonly<Record<string, string>> = labels;

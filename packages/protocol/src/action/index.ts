export {
  ActionBinding,
  actionDigest,
  bindingMismatchCodes,
  type CheckedAction,
  compareAction,
  makeCheckedAction,
  parseActionBinding,
  parseActionText,
  parseCheckedAction,
} from './action-binding.ts';
export {
  type ActionTitle,
  describeAction,
  type TitlePart,
  type TitleTemplatePart,
} from './action-title.ts';
export {
  type GovernedKind,
  governedKinds,
  type HouseKind,
  houseAgentId,
  houseExecutor,
  houseKindOf,
  houseKinds,
  houseOperation,
  isReservedForHouse,
  isReservedName,
} from './house-action.ts';

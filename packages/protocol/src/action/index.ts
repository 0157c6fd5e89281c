export {
  ActionBinding,
  actionDigest,
  bindingMismatchCodes,
  compareAction,
  parseActionBinding,
  parseActionText,
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

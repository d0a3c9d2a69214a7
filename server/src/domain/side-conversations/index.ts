export { listSides, seeSide, settleSide } from './list-sides.ts';
export { findSides, type Side } from './side-rows.ts';
export { takeBackSideLetter } from './take-back-side-letter.ts';
export { passedOnElsewhere, sideSentElsewhere, thirdPartyWrote } from './third-party-wrote.ts';
export {
  customerAddresses,
  isSideLetterSent,
  openSide,
  replyInSide,
  type SideLetter,
  type SideTools,
} from './write-side-letter.ts';

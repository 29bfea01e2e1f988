import {
  blockPerson,
  changeReport,
  listBlocks,
  listReports,
  reportPerson,
  unblockPerson,
} from '#contract/safety.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import {
  block,
  listOwnBlocks,
  moveReport,
  readReports,
  reportSomebody,
  unblock,
} from './safety.actions.ts';

export const safetyHandlers = [
  handle(listBlocks, listOwnBlocks),
  handle(blockPerson, block),
  handle(unblockPerson, unblock),
  handleWithoutTransaction(reportPerson, reportSomebody),
  handle(listReports, readReports),
  handle(changeReport, moveReport),
];

import {
  blockPerson,
  changeReport,
  listBlocks,
  listReports,
  reportPerson,
  unblockPerson,
} from '#contract/safety.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import {
  block,
  listOwnBlocks,
  moveReport,
  readReports,
  reportSomebody,
  unblock,
} from './safety.actions.ts';

export const safetyRoutes = [
  route(listBlocks, listOwnBlocks),
  route(blockPerson, block),
  route(unblockPerson, unblock),
  routeOutside(reportPerson, reportSomebody),
  route(listReports, readReports),
  route(changeReport, moveReport),
];

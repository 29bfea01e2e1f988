import {
  beginRun,
  cancelRun,
  checkRun,
  confirmRun,
  listImports,
  newestRun,
  undoImport,
  uploadFile,
} from '#contract/imports.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import {
  beginImport,
  cancelImport,
  checkImport,
  confirmImport,
  listKeptImports,
  readNewestRun,
  undoKeptImport,
  uploadImportFile,
} from './import-runs.actions.ts';

export const importRunsRoutes = [
  route(newestRun, readNewestRun),
  route(beginRun, beginImport),
  routeOutside(uploadFile, uploadImportFile),
  routeOutside(checkRun, checkImport),
  route(confirmRun, confirmImport),
  routeOutside(cancelRun, cancelImport),
  route(listImports, listKeptImports),
  route(undoImport, undoKeptImport),
];

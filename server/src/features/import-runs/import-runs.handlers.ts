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
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
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

export const importRunsHandlers = [
  handle(newestRun, readNewestRun),
  handle(beginRun, beginImport),
  handleWithoutTransaction(uploadFile, uploadImportFile),
  handleWithoutTransaction(checkRun, checkImport),
  handle(confirmRun, confirmImport),
  handleWithoutTransaction(cancelRun, cancelImport),
  handle(listImports, listKeptImports),
  handle(undoImport, undoKeptImport),
];

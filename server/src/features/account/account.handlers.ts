import { downloadOwnData, eraseAccount } from '#contract/account.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { eraseOwnAccount, readOwnData } from './account.actions.ts';

export const accountHandlers = [
  handleWithoutTransaction(downloadOwnData, readOwnData),
  handleWithoutTransaction(eraseAccount, eraseOwnAccount),
];

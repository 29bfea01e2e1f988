import { downloadOwnData, eraseAccount } from '#contract/account.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { eraseOwnAccount, readOwnData } from './account.actions.ts';

export const accountHandlers = (personalData: readonly PersonalData[]) => [
  handleWithoutTransaction(downloadOwnData, (call) => readOwnData(call, personalData)),
  handleWithoutTransaction(eraseAccount, eraseOwnAccount),
];

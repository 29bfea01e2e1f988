import { changePassword, forgotPassword, resetPassword } from '#contract/sessions.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { askForReset, changeOwnPassword, resetOwnPassword } from './passwords.actions.ts';

export const passwordsHandlers = [
  handleWithoutTransaction(changePassword, changeOwnPassword),
  handleWithoutTransaction(forgotPassword, askForReset),
  handleWithoutTransaction(resetPassword, resetOwnPassword),
];

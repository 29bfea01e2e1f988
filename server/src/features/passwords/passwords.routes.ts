import { changePassword, forgotPassword, resetPassword } from '#contract/sessions.ts';
import { routeOutside } from '../../kernel/http/route.ts';
import { askForReset, changeOwnPassword, resetOwnPassword } from './passwords.actions.ts';

export const passwordsRoutes = [
  routeOutside(changePassword, changeOwnPassword),
  routeOutside(forgotPassword, askForReset),
  routeOutside(resetPassword, resetOwnPassword),
];

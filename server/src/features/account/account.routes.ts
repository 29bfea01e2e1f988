import { downloadOwnData, eraseAccount } from '#contract/account.ts';
import { routeOutside } from '../../kernel/http/route.ts';
import { eraseOwnAccount, readOwnData } from './account.actions.ts';

export const accountRoutes = [
  routeOutside(downloadOwnData, readOwnData),
  routeOutside(eraseAccount, eraseOwnAccount),
];

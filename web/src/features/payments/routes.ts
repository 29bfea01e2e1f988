import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.orders,
    page(() => import('./orders-page.tsx'), 'OrdersPage'),
  ),
  inShell(
    paths.order,
    page(() => import('./order/order-page.tsx'), 'OrderPage'),
  ),
  section(
    admin,
    paths.adminPayments,
    page(() => import('./settings/payments-section.tsx'), 'PaymentsSection'),
  ),
] as const;

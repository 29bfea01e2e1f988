import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { productOrders } from './sales/product-orders.ts';
import { storeHandlers } from './store.handlers.ts';
import { storeJobs } from './store.jobs.ts';
import { forgetSeller, personalStore, productUploads } from './store.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Units of a sold-out variant can be bought again. */
    variant_back_in_stock: { variant: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    product_changed: { product: string; name: string; club: string; act: Acts['product_changed'] };
  }
}

export const storeFeature = feature({
  name: 'store',
  handlers: storeHandlers,
  jobs: storeJobs,
  erase: forgetSeller,
  personalData: personalStore,
  orderItems: [productOrders],
  uploadReferences: [productUploads],
});

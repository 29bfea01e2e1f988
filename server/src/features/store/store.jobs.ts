import { transact, type Scope } from '../../kernel/context.ts';
import { onEventWithNumber } from '../../kernel/jobs/event-handler.ts';
import type { OutboxEvent } from '../../kernel/jobs/outbox.ts';
import { noActor, notifyOfEvents, userEventsFor } from '../notifications/notify/notify.ts';
import { selectVariantTitle, selectWaited, takeNotices } from './sales/sales.queries.ts';
import { isVariantLeft } from './store.queries.ts';

/** Notifies everyone who waits for a variant, once. If it is sold out again, they keep waiting. */
const notifyWaiting = async (
  scope: Scope,
  { id: event, payload: { variant } }: OutboxEvent<'variant_back_in_stock'>,
): Promise<void> => {
  const found = await transact(scope, async ({ db }) => {
    const state = await selectWaited(db, variant);
    const about = await selectVariantTitle(db, variant);
    if (state?.has_left !== true || about === undefined) return undefined;
    return { about, people: await takeNotices(db, variant) };
  });
  if (found === undefined) return;
  const { about, people } = found;
  await notifyOfEvents(scope, userEventsFor(people, noActor, event), {
    condition: isVariantLeft(variant),
    key: 'general.backInStock',
    kind: 'back_in_stock',
    collapseKey: `variant:${variant}`,
    repeat: 'replace',
    club: 0,
    about: {
      title: about.title,
      path: `/clubs/${about.club_id}?tab=store&product=${about.product_id}`,
    },
  });
};

export const storeJobs = [
  onEventWithNumber('store.notify-back-in-stock', 'variant_back_in_stock', notifyWaiting),
];

import { getPublicEvent } from '#contract/events/public.endpoints.ts';
import { transact } from '../../../kernel/context.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countUse, networkOf } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { fileUrl } from '../../people/people.views.ts';
import { publicReads } from '../../sharing/sharing.rules.ts';
import { timesView } from '../event-times.ts';
import { timeOfRow } from '../events.views.ts';
import { selectPublicEvent } from './public-page.queries.ts';

export const publicPageHandlers = [
  // Returns a public event to anyone, without revealing why an event isn't public.
  handleWithoutTransaction(getPublicEvent, async (call, { id, occurrence }) => {
    const { school, address, now } = call;
    // In a separate transaction, because an error would roll it back, and guessing ids causes only errors.
    await countUse(call, `public:${networkOf(address)}`, publicReads);
    return transact(
      call,
      async ({ db }) => {
        const row = await selectPublicEvent(db, idOf(id), occurrence ?? null, now);
        if (row === undefined) throw problem('event_not_shared');
        return {
          event: {
            id: String(row.id),
            title: row.title,
            description: row.description,
            ...timesView(row.series, timeOfRow(row)),
            isRecurring: row.series.rule !== null,
            isCanceled: row.status === 'canceled',
            location: row.location,
            address: row.address,
            mapUrl: row.map_url,
            isOnline: row.is_online,
            cover: fileUrl(row.cover),
            tags: row.tags,
            host: row.host ?? school.name,
            takesRegistrations: row.registration !== 'none',
          },
          isIndexed: school.share_indexed,
        };
      },
      { readOnly: true },
    );
  }),
];

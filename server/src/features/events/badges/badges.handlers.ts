import { printBadges } from '#contract/events/badges.endpoints.ts';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { transact } from '../../../kernel/context.ts';
import { paperOf } from '../../../kernel/documents/paper.ts';
import { pdfOf } from '../../../kernel/documents/pdf.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { selectAttendees } from '../attendees/attendees.queries.ts';
import { logEventAction, managedEvent } from '../event-access.ts';
import { updateBadgeLayout } from '../setup/setup.queries.ts';
import { ticketed } from '../events.rules.ts';
import { selectEventKey } from '../keys/event-keys.queries.ts';
import { ticketSigner } from '../keys/event-keys.ts';
import { readerOf } from '../reader/event-reader.queries.ts';
import { badgesDocument, type Badge } from './badges.ts';

/** Maximum sheets per person, because drawing takes processor time. */
const sheets = { max: 60, seconds: 3_600 } as const;

export const badgesHandlers = [
  // Prints badges for people who manage the event. Throws 404 for others. Draws outside of the transaction.
  handleWithoutTransaction(printBadges, async (call, input) => {
    const { me, now, schoolId, tokens, school } = call;
    await countUse(call, `event-badges:${me.userId}`, sheets);
    const { row, badges } = await transact(call, async (context) => {
      const caller = { ...context, me, now };
      const event = await managedEvent(caller, input.id, input.occurrence);
      const isOfTime = input.occurrence !== undefined && event.registration === 'occurrence';
      const { rows } = await selectAttendees(
        context.db,
        readerOf(caller),
        {
          event: event.id,
          original: isOfTime ? event.original : null,
          statuses: ticketed,
          search: undefined,
          kind: undefined,
          hasRepeats: false,
          isHost: true,
        },
        { offset: 0, size: limits.badges },
      );
      const wanted = input.uids === undefined ? null : new Set(input.uids.map(idOf));
      const key = orNotFound(await selectEventKey(context.db, event.id));
      const sign = ticketSigner(tokens, schoolId, event.id, key.encrypted_key);
      const made = rows
        .filter(({ id }) => wanted === null || wanted.has(id))
        .flatMap((one): Badge[] => {
          const name = `${one.first_name} ${one.last_name}`.trim();
          return Array.from({ length: 1 + one.guests }, (_, seat) => ({
            name: seat === 0 ? name : '',
            guestOf: seat === 0 ? null : name,
            kind: one.kind?.name ?? null,
            code: input.hasCode ? sign({ ticket: String(one.registration), seat }) : null,
          }));
        })
        .slice(0, limits.badges);
      if (made.length === 0) throw problem('no_badges');
      await updateBadgeLayout(context.db, event.id, { size: input.size, hasCode: input.hasCode });
      await logEventAction(context, event, 'exported');
      return { row: event, badges: made };
    });
    const bytes = await pdfOf(
      badgesDocument(badges, {
        event: row.title,
        school: school.name,
        language: school.locale,
        size: input.size,
        paper: paperOf(school),
        now,
      }),
    );
    return { name: `${row.title}.pdf`, pdf: bytes.toString('base64'), badges: badges.length };
  }),
];

import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { EventReason } from '#contract/events/recommendations.endpoints.ts';
import {
  dismissRecommendation,
  listEventRecommendations,
  switchRecommendations,
} from '#contract/events/calls.ts';
import { useAction } from '../../../kit/use-action.ts';
import { isolate } from '../../../lib/apart.ts';
import { call } from '../../../lib/call.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useListFocus } from '../../../ui/list-focus.ts';
import { Reason } from '../../../ui/reason.tsx';
import { nameOf } from '../../people/person.ts';
import { EventPicture } from '../event-picture.tsx';
import { shortWhen } from '../event-times.ts';
import { recommendedEvents } from '../events.data.ts';

const shown = 2;
/** The number of events to ask for, so that more follow when the person dismisses one. */
export const asked = 6;

/** Recommended events with the reasons. Shows nothing if there are none, or if recommendations are turned off. */
export function RecommendedEvents() {
  const messages = useMessages();
  const { t } = messages;
  const query = recommendedEvents(asked);
  const { data } = useQuery(query);
  const panel = useRef<HTMLElement>(null);
  useListFocus(panel);
  const [isExplained, setExplained] = useState(false);
  const dismiss = useAction(
    ({ eventId }: { eventId: string; title: string }) => call(dismissRecommendation, { eventId }),
    {
      invalidates: [query.queryKey],
      success: (_, { title }) => t('events.dismissed', { title }),
    },
  );
  if (data === undefined || data.results.length === 0) return null;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby="recommended-events"
      className="grid min-w-0 gap-3 outline-none"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="recommended-events" className="text-lg!">
          {t('events.recommended')}
        </h2>
        <button
          type="button"
          onClick={() => setExplained(true)}
          className="min-h-8 rounded-control text-sm font-medium text-brand-text underline underline-offset-2 touch:min-h-11"
        >
          {t('events.why')}
        </button>
      </div>
      <ul className="-mx-4 flex gap-4 overflow-x-auto px-4 pb-1 [scrollbar-width:none] sm:mx-0 sm:grid sm:grid-cols-2 sm:px-0">
        {data.results.slice(0, shown).map((event) => (
          <li key={event.eventId} className="w-66 shrink-0 sm:w-auto sm:min-w-0">
            <article
              aria-label={event.title}
              className="card relative flex h-full overflow-hidden max-sm:flex-col"
            >
              <EventPicture
                event={event}
                className="h-28 w-full shrink-0 sm:h-auto sm:min-h-28 sm:w-28"
              />
              <div className="grid min-w-0 flex-1 content-start gap-1 p-3.5">
                <p className="pe-8 text-sm font-bold text-brand-text">
                  {shortWhen(messages, {
                    ...event,
                    dateStart: event.startDate,
                    dateEnd: event.endDate,
                  })}
                </p>
                <h3 className="text-base!">
                  <Link
                    to={paths.event}
                    params={{ eventId: event.eventId }}
                    dir="auto"
                    className="page-start font-bold wrap-anywhere hover:underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand-text"
                  >
                    {event.title}
                  </Link>
                </h3>
                {event.reasons[0] && <Reason>{reasonText(messages, event.reasons[0])}</Reason>}
              </div>
              <span className="absolute inset-e-1 top-1 z-1">
                <IconButton
                  icon={X}
                  size="sm"
                  className="max-sm:rounded-full max-sm:bg-ground"
                  label={t('events.dismiss', { title: event.title })}
                  isPending={dismiss.pendingInput?.eventId === event.eventId}
                  onClick={() => dismiss.run({ eventId: event.eventId, title: event.title })}
                />
              </span>
            </article>
          </li>
        ))}
      </ul>
      {isExplained && (
        <Explained
          results={data.results.slice(0, shown)}
          onDismiss={(event) => dismiss.run(event)}
          onClose={() => setExplained(false)}
        />
      )}
    </section>
  );
}

interface ExplainedProps {
  results: readonly { eventId: string; title: string; reasons: readonly EventReason[] }[];
  onDismiss: (event: { eventId: string; title: string }) => void;
  onClose: () => void;
}

/** All reasons for each recommendation, and the ways to change them. */
function Explained({ results, onDismiss, onClose }: ExplainedProps) {
  const messages = useMessages();
  const { t } = messages;
  const off = useAction(() => call(switchRecommendations, { isOn: false }), {
    invalidates: [listEventRecommendations],
    success: t('events.recommendationsOff'),
    onSuccess: onClose,
  });
  return (
    <Dialog
      title={t('events.why')}
      isOpen
      onClose={onClose}
      footer={
        <Button isPending={off.isPending} onClick={() => off.run()}>
          {t('events.turnOff')}
        </Button>
      }
    >
      <p className="mb-4 text-ink-2">{t('events.whyBody')}</p>
      <ul className="divide-y divide-line">
        {results.map((event) => (
          <li key={event.eventId} className="grid gap-2 py-3">
            <p dir="auto" className="page-start font-bold">
              {event.title}
            </p>
            {event.reasons.map((reason) => (
              <Reason key={reason.kind}>{reasonText(messages, reason)}</Reason>
            ))}
            <span>
              <Button
                size="sm"
                label={t('events.dismiss', { title: event.title })}
                onClick={() => onDismiss(event)}
              >
                {t('events.lessLikeThis')}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Returns the reason for a recommendation in one line. */
export function reasonText({ t, list }: Messages, reason: EventReason): string {
  const names = list(reason.names.map(isolate));
  switch (reason.kind) {
    case 'connections': {
      const people = reason.people.map((person) => isolate(nameOf(person)));
      return reason.count > people.length
        ? t('events.reasonKnownMore', {
            names: people.join(', '),
            count: reason.count - people.length,
          })
        : t('events.reasonKnown', { names: list(people), count: reason.count });
    }
    case 'free':
      return t('events.reasonFree');
    case 'clubs':
      return t('events.reasonClubs', { names });
    case 'interests':
      return t('events.reasonInterests', { names });
    case 'attended':
      return t('events.reasonAttended', { names });
  }
}

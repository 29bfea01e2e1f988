import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Ticket } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EventPage } from '#contract/events/endpoints.ts';
import { selfCheckIn } from '#contract/events/calls.ts';
import { fieldsOf } from '../../../kit/fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../../kit/form.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { useParams, useSearch } from '../../../lib/page.tsx';
import { paths } from '../../../paths.ts';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Page } from '../../../shell/page.tsx';
import { buttonClass } from '../../../ui/button-style.ts';
import { Card } from '../../../ui/card.tsx';
import { eventPage, staleRegistration } from '../events.data.ts';
import { BackToEvent } from '../manage/edit-event-page.tsx';
import english from '../messages/en.json';

addEnglish(english);

interface Draft {
  code: string;
}
const { TextField } = fieldsOf<Draft>();

/** Checks in the user with the code shown in the room. The QR code fills it in. */
export function SelfCheckInPage() {
  const { t } = useMessages();
  const { eventId = '' } = useParams();
  const { occurrence } = useSearch();
  const event = useQuery(eventPage(eventId, occurrence));
  return (
    <Page width="read">
      <PageHeader title={t('events.selfCheckIn')} back={<BackToEvent id={eventId} />} />
      <QueryBoundary
        query={event}
        skeleton={['h-48']}
        isEmpty={() => false}
        errorContent={{
          not_found: {
            icon: Ticket,
            title: t('events.notFound'),
            body: t('events.notFoundBody'),
          },
        }}
      >
        {(data) =>
          data.mine?.status === 'attended' ? <Done event={data} /> : <CheckIn event={data} />
        }
      </QueryBoundary>
    </Page>
  );
}

function Done({ event }: { event: EventPage }) {
  const { t } = useMessages();
  return (
    <Card>
      <div role="status" className="grid justify-items-center gap-3 py-6 text-center">
        <CircleCheck size={56} aria-hidden className="text-good" />
        <p className="text-xl font-bold">{t('events.youAreIn')}</p>
        <bdi className="text-ink-2">{event.title}</bdi>
        <Link
          to={paths.event}
          params={{ eventId: event.id }}
          className={buttonClass({ variant: 'outline' })}
        >
          {t('events.toEvent')}
        </Link>
      </div>
    </Card>
  );
}

function CheckIn({ event }: { event: EventPage }) {
  const { t } = useMessages();
  const { code = '', occurrence } = useSearch();
  const form = useForm<Draft>({
    defaultValues: { code },
    isComplete: (draft) => draft.code.trim() !== '',
    errorFields: { self_check_in_code: 'code' },
    save: (draft) =>
      call(selfCheckIn, {
        id: event.id,
        code: draft.code.trim(),
        ...(occurrence !== undefined && { occurrence }),
      }),
    invalidates: staleRegistration,
  });
  const area = useRef<HTMLDivElement>(null);
  // A scanned code is sent immediately, because it is only valid for seconds.
  const brought = useRef(code !== '');
  useEffect(() => {
    if (!brought.current) return;
    brought.current = false;
    area.current?.querySelector('form')?.requestSubmit();
  }, []);
  return (
    <Card>
      <div ref={area}>
        <Form form={form}>
          <p>
            <bdi className="font-bold">{event.title}</bdi>
          </p>
          <TextField
            name="code"
            label={t('events.codeField')}
            description={t('events.codeFieldBody')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
          />
          <FormError form={form} />
          <div>
            <SubmitButton form={form}>{t('events.checkInNow')}</SubmitButton>
          </div>
        </Form>
      </div>
    </Card>
  );
}

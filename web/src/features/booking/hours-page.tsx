import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, Lock } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import type { BookingOffer } from '#contract/booking/endpoints.ts';
import { bookingLimits as limits } from '#contract/booking/limits.ts';
import { listHosts, updateOffer } from '#contract/booking/calls.ts';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { SaveBar } from '../../kit/save-bar.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { errorText } from '../../lib/error-text.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { BackLink } from '../../shell/back-link.tsx';
import { PageHeader } from '../../shell/page-header.tsx';
import { Page } from '../../shell/page.tsx';
import { buttonClass } from '../../ui/button-style.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { offerQuery, staleBookings } from './booking.data.ts';
import { ExceptionsCard } from './exceptions-card.tsx';
import { KindsCard } from './kinds-card.tsx';
import english from './messages/en.json';
import type { Draft } from './offer-draft.ts';
import { RulesCard } from './rules-card.tsx';
import { WeekCard } from './week-card.tsx';

addEnglish(english);

/** The user's availability, meeting types and booking rules. */
export function HoursPage() {
  const { t } = useMessages();
  const query = useQuery(offerQuery());
  return (
    <Page width="read">
      <PageHeader
        title={t('booking.hours')}
        back={<BackLink to={paths.booking}>{t('nav.booking')}</BackLink>}
      >
        {query.data && query.data.version > 0 && query.data.can.offer && (
          <Link to={query.data.url} className={buttonClass({ variant: 'outline' })}>
            <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
            {t('booking.view')}
          </Link>
        )}
      </PageHeader>
      <QueryBoundary
        query={query}
        skeleton={['h-40', 'h-72', 'h-60']}
        isEmpty={({ can, isOpen }) => !can.offer && !isOpen}
        empty={{ icon: Lock, title: t('booking.mayNot'), body: t('booking.mayNotBody') }}
      >
        {(offer) =>
          offer.can.offer ? (
            <Editor key={offer.version} offer={offer} />
          ) : (
            <NoLongerOffered offer={offer} />
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** The page of a person who lost the permission to offer meetings. They can only turn bookings off. */
function NoLongerOffered({ offer }: { offer: BookingOffer }) {
  const { t } = useMessages();
  const { url: _, can: __, ...saved } = offer;
  const close = useAction(() => call(updateOffer, { ...saved, isOpen: false }), {
    updates: offerQuery().queryKey,
    invalidates: [...staleBookings, listHosts],
    success: t('booking.hoursClosed'),
  });
  return (
    <Note
      tone="warn"
      icon={Lock}
      title={t('booking.mayNot')}
      action={
        <Button isPending={close.isPending} onClick={() => close.run()}>
          {t('booking.closeHours')}
        </Button>
      }
    >
      {t('booking.mayNotOpen')}
    </Note>
  );
}

/** If nothing is saved yet, use the user's time zone. */
function draftOf(offer: BookingOffer): Draft {
  const { version, url: _, can: __, ...draft } = offer;
  return { ...draft, ...(version === 0 && { timeZone: ownZone() }) };
}

function Editor({ offer }: { offer: BookingOffer }) {
  const messages = useMessages();
  const { t } = messages;
  const [initial] = useState(() => draftOf(offer));
  const [draft, setDraft] = useState<Draft>(initial);
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  const save = useAction(
    () =>
      call(updateOffer, {
        ...draft,
        kinds: [...draft.kinds],
        version: offer.version,
      }),
    {
      updates: offerQuery().queryKey,
      invalidates: [...staleBookings, listHosts],
      success: t('booking.saved'),
      isQuiet: true,
    },
  );
  const change = (more: Partial<Draft>) => setDraft((now) => ({ ...now, ...more }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run();
  };
  const zones = Intl.supportedValuesOf('timeZone');
  return (
    <form onSubmit={submit} className="grid gap-5" noValidate>
      <LeaveGuard isDirty={isDirty && !save.isPending} />
      <Card>
        <div className="grid gap-5">
          <Switch
            label={t('booking.isOpen')}
            description={t('booking.isOpenBody')}
            isOn={draft.isOpen}
            onChange={(isOpen) => change({ isOpen })}
          />
          {offer.version > 0 && (
            <CopyField label={t('booking.link')} value={window.location.origin + offer.url} />
          )}
          <Select
            label={t('booking.timeZone')}
            description={t('booking.timeZoneBody')}
            value={draft.timeZone}
            options={(zones.includes(draft.timeZone) ? zones : [draft.timeZone, ...zones]).map(
              (zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }),
            )}
            onChange={(timeZone) => change({ timeZone })}
          />
          <TextArea
            label={t('booking.note')}
            description={t('booking.noteBody')}
            rows={3}
            maxLength={limits.note}
            value={draft.note}
            onChange={(note) => change({ note })}
          />
        </div>
      </Card>
      <KindsCard draft={draft} onChange={change} />
      <WeekCard draft={draft} onChange={change} />
      <ExceptionsCard draft={draft} onChange={change} />
      <RulesCard draft={draft} onChange={change} />
      <SaveBar
        isDirty={isDirty}
        isPending={save.isPending}
        error={save.error && errorText(save.error, messages)}
        onDiscard={() => {
          setDraft(initial);
          save.reset();
        }}
      />
    </form>
  );
}

import { Link } from '@tanstack/react-router';
import { CalendarClock, CircleCheck, CircleX, Lock, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FinanceContact, FinanceHold } from '#contract/finances/shapes.ts';
import { useMessages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Pill } from '../../ui/pill.tsx';
import { MoneyText } from './money.tsx';

interface HoldCardProps {
  hold: FinanceHold;
  /** Buttons to pay or remove it. */
  actions?: ReactNode;
  /** True if the reader is outside the site, where booking meetings isn't possible. */
  isOutside?: boolean;
}

/** The reason for a hold, what it blocks and doesn't block, and how to clear it. */
export function HoldCard({ hold, actions, isOutside = false }: HoldCardProps) {
  const { t, list, day } = useMessages();
  const names = (actions_: FinanceHold['blocks']) =>
    list(actions_.map((action) => t(`finances.action_${action}`)));
  return (
    <section
      aria-label={`${t(`finances.hold_${hold.kind}`)}, ${hold.office}`}
      className="card grid gap-3 border-bad/45! p-4 sm:p-5"
    >
      <div className="flex items-start gap-3">
        <span className="forced-edge grid size-10 shrink-0 place-items-center rounded-full bg-bad-soft text-bad">
          <Lock size={20} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="font-bold wrap-anywhere">
            <bdi>{hold.office}</bdi>
            {hold.amount !== null && (
              <>
                {' • '}
                <MoneyText money={hold.amount} />
              </>
            )}
            {hold.isNew === true && (
              <>
                {' '}
                <Pill tone="brand">{t('finances.new')}</Pill>
              </>
            )}
          </h3>
          <p className="text-sm text-ink-2">
            {t(`finances.hold_${hold.kind}`)} •{' '}
            {t('finances.since', { date: day(hold.since, 'medium') })}
          </p>
          <p className="mt-1 wrap-anywhere">
            <bdi>{hold.reason}</bdi>
          </p>
        </div>
      </div>
      <ul className="grid gap-2 text-sm">
        <li className="flex items-start gap-2">
          <CircleX size={20} aria-hidden className="shrink-0 text-bad" />
          <strong className="min-w-0">
            {hold.blocks.length === 0
              ? t('finances.blocksNothing')
              : t('finances.blocks', { actions: names(hold.blocks) })}
          </strong>
        </li>
        {hold.allows.length > 0 && (
          <li className="flex items-start gap-2 text-ink-2">
            <CircleCheck size={20} aria-hidden className="shrink-0 text-good" />
            <span className="min-w-0">{t('finances.allows', { actions: names(hold.allows) })}</span>
          </li>
        )}
      </ul>
      {hold.howToClear !== '' && (
        <p className="text-sm">
          <span className="font-bold">{t('finances.howToClear')}: </span>
          <bdi className="wrap-anywhere">{hold.howToClear}</bdi>
        </p>
      )}
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      <ContactLines contact={hold.contact} isOutside={isOutside} />
    </section>
  );
}

/** A contact with name, email and phone, and a link to book a meeting if possible. */
export function ContactLines({
  contact: { name, email, phone, person, office },
  isOutside = false,
}: {
  contact: FinanceContact;
  isOutside?: boolean;
}) {
  const { t } = useMessages();
  const link = 'text-link inline-flex items-center gap-1.5 wrap-anywhere';
  const personName = person && `${person.firstName} ${person.lastName}`.trim();
  const who = name !== '' ? name : personName;
  const isBookable = !isOutside && (office !== null || person?.offersMeetings === true);
  if (!who && email === '' && phone === '' && !isBookable) return null;
  return (
    <div className="grid justify-items-start gap-1.5 text-sm">
      {who && <bdi className="wrap-anywhere">{who}</bdi>}
      {email !== '' && (
        <a
          href={`mailto:${email}`}
          className={link}
          aria-label={`${t('finances.email')}: ${email}`}
        >
          <Mail size={16} aria-hidden className="shrink-0" />
          <bdi>{email}</bdi>
        </a>
      )}
      {phone !== '' && (
        <a
          href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
          className={link}
          aria-label={`${t('finances.phone')}: ${phone}`}
        >
          <Phone size={16} aria-hidden className="shrink-0" />
          <bdi dir="ltr">{phone}</bdi>
        </a>
      )}
      {isBookable && (
        <Link
          to={paths.booking}
          search={office === null ? { uid: person?.uid ?? '' } : { office: office.id }}
          aria-label={t('finances.bookWith', { name: office?.name ?? personName ?? '' })}
          className={`${buttonClass({ variant: 'outline' })} mt-1`}
        >
          <CalendarClock size={18} aria-hidden />
          {t('finances.book')}
        </Link>
      )}
    </div>
  );
}

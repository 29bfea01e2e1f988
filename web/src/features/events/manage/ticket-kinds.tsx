import { Plus, Trash2 } from 'lucide-react';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isGuestPriceValid, isPriceValid, type KindDraft } from './event-draft.ts';

interface TicketKindsProps {
  kinds: readonly KindDraft[];
  /** The currency of new prices. Empty if tickets can't have one. */
  currency: string;
  error: string | undefined;
  onChange: (kinds: readonly KindDraft[]) => void;
}

/** Ticket types with a quantity each. Without any, everyone gets the same ticket. */
export function TicketKinds({ kinds, currency, error, onChange }: TicketKindsProps) {
  const { t } = useMessages();
  const put = (at: number, change: Partial<KindDraft>) =>
    onChange(kinds.map((kind, nth) => (nth === at ? { ...kind, ...change } : kind)));
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {kinds.map((kind, at) => (
          // Kinds keep their places; new ones have no id yet.
          // eslint-disable-next-line react/no-array-index-key
          <li
            key={kind.id ?? `new ${at}`}
            className="grid gap-4 rounded-card border border-line p-4"
          >
            <div className="flex items-end gap-2">
              <span className="min-w-0 flex-1">
                <TextField
                  label={t('events.kindName')}
                  value={kind.name}
                  maxLength={limits.ticketName}
                  {...(error !== undefined && kind.name.trim() === '' && { error })}
                  onChange={(name) => put(at, { name })}
                />
              </span>
              <IconButton
                icon={Trash2}
                label={t('events.removeKind', { name: kind.name })}
                onClick={() => onChange(kinds.filter((_, nth) => nth !== at))}
              />
            </div>
            <TextField
              label={t('events.kindDescription')}
              value={kind.description}
              maxLength={limits.ticketDescription}
              onChange={(description) => put(at, { description })}
            />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <NumberField
                label={t('events.kindQuota')}
                description={t('events.kindQuotaBody')}
                value={kind.quota}
                min={0}
                max={limits.capacity}
                onChange={(quota) => put(at, { quota })}
              />
              <TextField
                label={t('events.kindCode')}
                description={t('events.kindCodeBody')}
                value={kind.accessCode}
                maxLength={limits.accessCode}
                onChange={(accessCode) => put(at, { accessCode })}
              />
            </div>
            {(currency !== '' || kind.price !== '') && (
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <TextField
                  label={t('events.kindPrice', { currency: kind.currency })}
                  description={t('events.kindPriceBody')}
                  inputMode="decimal"
                  value={kind.price}
                  maxLength={20}
                  {...(error !== undefined && !isPriceValid(kind) && { error })}
                  onChange={(price) => put(at, { price })}
                />
                {kind.price.trim() !== '' && (
                  <TextField
                    label={t('events.kindTax')}
                    inputMode="decimal"
                    value={kind.tax}
                    maxLength={6}
                    onChange={(tax) => put(at, { tax })}
                  />
                )}
              </div>
            )}
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <NumberField
                label={t('events.guestsMax')}
                description={t('events.kindGuestsBody')}
                value={kind.guestsMax}
                min={0}
                max={limits.guests}
                onChange={(guestsMax) => put(at, { guestsMax })}
              />
              {kind.price.trim() !== '' && kind.guestsMax !== 0 && (
                <TextField
                  label={t('events.kindGuestPrice', { currency: kind.currency })}
                  description={t('events.kindGuestPriceBody')}
                  inputMode="decimal"
                  value={kind.guestPrice}
                  maxLength={20}
                  {...(error !== undefined && !isGuestPriceValid(kind) && { error })}
                  onChange={(guestPrice) => put(at, { guestPrice })}
                />
              )}
            </div>
            {kind.accessCode.trim() !== '' && (
              <Switch
                label={t('events.kindHidden')}
                isOn={kind.isHidden}
                onChange={(isHidden) => put(at, { isHidden })}
              />
            )}
          </li>
        ))}
      </ul>
      <Button
        icon={Plus}
        className="justify-self-start"
        disabled={kinds.length >= limits.ticketKinds}
        onClick={() =>
          onChange([
            ...kinds,
            {
              id: null,
              name: '',
              description: '',
              quota: null,
              accessCode: '',
              isHidden: false,
              price: '',
              currency,
              tax: '',
              guestsMax: null,
              guestPrice: '',
            },
          ])
        }
      >
        {t('events.addKind')}
      </Button>
    </div>
  );
}

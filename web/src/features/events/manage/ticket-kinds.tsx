import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { eventHostChoices } from '../events.data.ts';
import { isPriceWrong, type KindDraft } from './event-draft.ts';

interface TicketKindsProps {
  kinds: readonly KindDraft[];
  error: string | undefined;
  /** True for events of clubs, which can sell tickets. */
  hasPrices: boolean;
  onChange: (kinds: readonly KindDraft[]) => void;
}

/** Ticket types with a quantity each. Without any, everyone gets the same ticket. */
export function TicketKinds({ kinds, error, hasPrices, onChange }: TicketKindsProps) {
  const { t } = useMessages();
  const hosts = useQuery({ ...eventHostChoices(), enabled: hasPrices });
  const school = hosts.data?.currency ?? '';
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
            {hasPrices && (kind.currency !== '' || school !== '') && (
              <TextField
                label={t('events.kindPrice', { currency: kind.currency || school })}
                description={t('events.kindPriceBody')}
                inputMode="decimal"
                value={kind.price}
                maxLength={14}
                {...(error !== undefined &&
                  isPriceWrong(kind) && { error: t('events.priceWrong') })}
                onChange={(price) => put(at, { price, currency: kind.currency || school })}
              />
            )}
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
              currency: '',
            },
          ])
        }
      >
        {t('events.addKind')}
      </Button>
    </div>
  );
}

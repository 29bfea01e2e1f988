import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bookingLimits } from '#contract/booking/limits.ts';
import { Row, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { KindDialog } from './kind-dialog.tsx';
import type { DraftKind, DraftProps } from './offer-draft.ts';

const fresh: DraftKind = {
  id: null,
  name: '',
  minutes: 30,
  place: '',
  link: '',
  questions: [],
  groupSize: 1,
  needsConfirmation: false,
};

/** The meeting types in their order. */
export function KindsCard({ draft, onChange }: DraftProps) {
  const { t } = useMessages();
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const { kinds } = draft;
  const put = (next: readonly DraftKind[]) => onChange({ kinds: next });
  const swap = (place: number, other: number) =>
    put(
      kinds.map((one, at) =>
        at === place ? (kinds[other] ?? one) : at === other ? (kinds[place] ?? one) : one,
      ),
    );
  return (
    <Card
      title={t('booking.kinds')}
      description={t('booking.kindsBody')}
      aside={
        kinds.length < bookingLimits.kinds && (
          <Button variant="outline" icon={Plus} onClick={() => setOpen('new')}>
            {t('booking.addKind')}
          </Button>
        )
      }
    >
      {kinds.length === 0 ? (
        <p className="text-ink-2">{t('booking.noKinds')}</p>
      ) : (
        <RowList label={t('booking.kinds')}>
          {kinds.map((kind, place) => (
            <Row
              // New ones have no id before they are saved.
              // eslint-disable-next-line react/no-array-index-key
              key={`${kind.id ?? 'new'} ${place}`}
              title={kind.name}
              lines={[
                [
                  t('booking.minutes', { minutes: kind.minutes }),
                  kind.place,
                  kind.link === '' ? '' : t('booking.online'),
                  kind.groupSize > 1 ? t('booking.group', { count: kind.groupSize }) : '',
                  kind.needsConfirmation ? t('booking.confirmed_first') : '',
                ]
                  .filter((part) => part !== '')
                  .join(' • '),
              ]}
              end={
                <>
                  <IconButton
                    label={t('booking.up', { name: kind.name })}
                    icon={ArrowUp}
                    variant="quiet"
                    disabled={place === 0}
                    onClick={() => swap(place, place - 1)}
                  />
                  <IconButton
                    label={t('booking.down', { name: kind.name })}
                    icon={ArrowDown}
                    variant="quiet"
                    disabled={place === kinds.length - 1}
                    onClick={() => swap(place, place + 1)}
                  />
                  <IconButton
                    label={t('booking.edit', { name: kind.name })}
                    icon={Pencil}
                    variant="quiet"
                    onClick={() => setOpen(place)}
                  />
                  <IconButton
                    label={t('booking.remove', { name: kind.name })}
                    icon={Trash2}
                    variant="quiet"
                    onClick={() => put(kinds.filter((_, at) => at !== place))}
                  />
                </>
              }
            />
          ))}
        </RowList>
      )}
      {open !== null && (
        <KindDialog
          kind={open === 'new' ? fresh : (kinds[open] ?? fresh)}
          onSave={(kind) =>
            put(
              open === 'new'
                ? [...kinds, kind]
                : kinds.map((one, at) => (at === open ? kind : one)),
            )
          }
          onClose={() => setOpen(null)}
        />
      )}
    </Card>
  );
}

import { X } from 'lucide-react';
import { eventLimits as limits } from '#contract/events/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Pill } from '../../ui/pill.tsx';
import { useClubSearch } from '../../kit/use-club-search.ts';
import type { CohostDraft } from './event-draft.ts';

interface CohostsFieldProps {
  /** The hosting club, which can't be a co-host. */
  self: string | null;
  clubs: readonly CohostDraft[];
  onChange: (clubs: readonly CohostDraft[]) => void;
}

/** Selects co-hosting clubs. Each gets a request, and is shown once it accepts. */
export function CohostsField({ self, clubs, onChange }: CohostsFieldProps) {
  const { t } = useMessages();
  const { options, search } = useClubSearch(self ?? '');
  const offered = options.filter(({ id }) => clubs.every((one) => one.id !== id));
  return (
    <div className="grid gap-2">
      <Combobox
        label={t('events.cohosts')}
        description={t('events.cohostsBody')}
        options={offered}
        value={null}
        search={search}
        isDisabled={clubs.length >= limits.cohosts}
        onChange={(id) => {
          const club = offered.find((one) => one.id === id);
          search.onText('');
          if (club !== undefined)
            onChange([...clubs, { id: club.id, name: club.label, isAccepted: false }]);
        }}
      />
      {clubs.length > 0 && (
        <ul aria-label={t('events.cohosts')} className="grid gap-1">
          {clubs.map((club) => (
            <li key={club.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
              <bdi className="min-w-0 font-medium wrap-anywhere">{club.name}</bdi>
              {!club.isAccepted && <Pill tone="warn">{t('events.cohostAsked')}</Pill>}
              <Button
                size="sm"
                variant="quiet"
                icon={X}
                label={t('events.removeCohost', { name: club.name })}
                onClick={() => onChange(clubs.filter(({ id }) => id !== club.id))}
              >
                {t('events.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

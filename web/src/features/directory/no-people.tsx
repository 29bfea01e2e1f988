import { SearchX, UsersRound } from 'lucide-react';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import clear from 'messages:en/directory.clear';
import english from 'messages:en/noPeople.*';

addEnglish(english);
addEnglish(clear);

interface NoPeopleProps {
  isFiltered: boolean;
  /** True if there is a search text and no filter. */
  isSearch: boolean;
  onClear: () => void;
}

/** Shown if the directory has no one, or no one matches. */
export function NoPeople({ isFiltered, isSearch, onClear }: NoPeopleProps) {
  const { t } = useMessages();
  return isFiltered ? (
    <EmptyState
      icon={SearchX}
      title={t('noPeople.none')}
      action={<Button onClick={onClear}>{t('directory.clear')}</Button>}
    >
      {t(isSearch ? 'noPeople.noneBodySearch' : 'noPeople.noneBody')}
    </EmptyState>
  ) : (
    <EmptyState icon={UsersRound} title={t('noPeople.empty')}>
      {t('noPeople.emptyBody')}
    </EmptyState>
  );
}

/** Says that the list has only the best matches of a search. */
export function BestMatchesNote({ count }: { count: number }) {
  const { t } = useMessages();
  return <p className="pt-6 text-center text-ink-2">{t('noPeople.moreThanBody', { count })}</p>;
}

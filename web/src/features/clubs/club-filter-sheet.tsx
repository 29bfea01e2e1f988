import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { chosenOf, withChosen, type NamedFilter } from '../directory/directory-search.ts';
import { FilterOptions } from '../directory/filter-options.tsx';
import { withoutFilters, type ClubsSearch } from './clubs-search.ts';
import english from './messages/en.json';

addEnglish(english);

interface ClubFilterSheetProps {
  filters: readonly NamedFilter[];
  search: ClubsSearch;
  total: number;
  isOpen: boolean;
  onClose: () => void;
  onChange: (next: ClubsSearch) => void;
}

/** A sheet with the filters whose options the school defines. The list behind it updates immediately. */
export function ClubFilterSheet({
  filters,
  search,
  total,
  isOpen,
  onClose,
  onChange,
}: ClubFilterSheetProps) {
  const { t } = useMessages();
  return (
    <Dialog
      title={t('clubs.filters')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onChange(withoutFilters(search))}>{t('clubs.clear')}</Button>
          <Button variant="primary" onClick={onClose}>
            {t('clubs.done', { count: total })}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {filters.map((filter) => (
          <section key={filter.name} className="grid gap-2">
            <h3 className="text-base!">{filter.label}</h3>
            <FilterOptions
              filter={filter}
              chosen={chosenOf(search, filter)}
              onChange={(chosen) => onChange(withChosen(search, filter, chosen))}
            />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

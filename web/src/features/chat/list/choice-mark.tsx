import { Check } from 'lucide-react';

/** The circle at the end of a selectable row. It is decorative: the row itself has the selected state. */
export function ChoiceMark({ isChosen }: { isChosen: boolean }) {
  return (
    <span
      className={`grid size-6 shrink-0 place-items-center rounded-full border ${isChosen ? 'border-brand-text bg-brand text-on-brand' : 'border-line-field'}`}
      aria-hidden
    >
      {isChosen && <Check size={16} />}
    </span>
  );
}

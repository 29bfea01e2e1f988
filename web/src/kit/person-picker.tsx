import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { addEnglish, useMessages } from '../lib/messages.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Combobox } from '../ui/combobox.tsx';
import type { FieldTexts } from '../ui/field.tsx';
import { usePeopleSearch } from './use-people-search.ts';
import english from './messages/en.json';

addEnglish(english);

/**
 * <PersonPicker label="Officers" people={officers} onChange={setOfficers} max={5} />
 * Selects people by name in a form. To add people immediately, use MembersDialog. Import it only in lazy pages.
 */
interface PersonPickerProps extends Omit<FieldTexts, 'isLabelHidden' | 'description'> {
  description?: string;
  people: readonly Face[];
  onChange: (people: readonly Face[]) => void;
  max?: number;
}

const nameOf = ({ firstName, lastName }: Face): string => `${firstName} ${lastName}`.trim();

export function PersonPicker({
  label,
  description,
  error,
  people,
  onChange,
  max = Number.POSITIVE_INFINITY,
}: PersonPickerProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const { word, found } = usePeopleSearch(text);
  const area = useRef<HTMLDivElement>(null);
  const offered =
    word === ''
      ? []
      : (found.data?.items.filter(({ uid }) => people.every((one) => one.uid !== uid)) ?? []);
  function add(uid: string | null) {
    const person = offered.find((one) => one.uid === uid);
    setText('');
    if (!person) return;
    const { firstName, lastName, photoUrl } = person;
    onChange([...people, { uid: person.uid, firstName, lastName, photoUrl }]);
  }
  return (
    <div ref={area} className="grid gap-2">
      <Combobox
        label={label}
        {...(description !== undefined && { description })}
        error={error}
        placeholder={t('kit.findPerson')}
        isDisabled={people.length >= max}
        options={offered.map((person) => ({
          id: person.uid,
          label: nameOf(person),
          description: [person.accountType, person.yearOfGraduation, person.major]
            .filter(Boolean)
            .join(' • '),
          mark: <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={2.25} />,
        }))}
        value={null}
        onChange={add}
        search={{
          text,
          onText: setText,
          isBusy: text.trim() !== word || (found.isFetching && found.data === undefined),
        }}
      />
      {people.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {people.map((person) => (
            <li
              key={person.uid}
              className="flex min-h-9 items-center gap-1.5 rounded-full bg-fill ps-1 text-sm font-medium touch:min-h-11"
            >
              <Avatar name={nameOf(person)} photoUrl={person.photoUrl} size={1.75} />
              <span dir="auto">{nameOf(person)}</span>
              <button
                type="button"
                aria-label={t('kit.removePerson', { name: nameOf(person) })}
                onClick={() => {
                  onChange(people.filter(({ uid }) => uid !== person.uid));
                  area.current?.querySelector('input')?.focus();
                }}
                className="grid size-9 place-items-center rounded-full text-ink-3 transition-colors duration-150 hover:bg-fill-2 hover:text-ink touch:size-11"
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { CircleAlert, Plus, X } from 'lucide-react';
import { useId, useRef, useState, type RefObject } from 'react';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';
import type { FieldTexts } from './field.tsx';

/**
 * <TagField label="Interests" values={interests} options={options.interests} onChange={setInterests} max={40} maxLength={80}
 * />
 * Values as removable tags before an input that suggests options. Custom values are possible. Import it only in lazy pages.
 */
interface TagFieldProps extends Omit<FieldTexts, 'isLabelHidden' | 'description'> {
  description?: string;
  values: readonly string[];
  options: readonly string[];
  onChange: (values: string[]) => void;
  placeholder?: string;
  max: number;
  maxLength: number;
}

const offered = 60;
const normalize = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

export function TagField({
  label,
  description,
  error,
  values,
  options,
  onChange,
  placeholder = '',
  max,
  maxLength,
}: TagFieldProps) {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [width, setWidth] = useState(0);
  const field = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const { taken, typed, matching, items } = useSuggestions(text, values, options);
  const isFull = values.length >= max;
  const described = describedBy(id, error, description);

  function add(value: string) {
    const next = value.trim().slice(0, maxLength);
    if (next !== '' && !taken.has(normalize(next)) && !isFull) onChange([...values, next]);
    setText('');
  }

  function remove(value: string) {
    onChange(values.filter((other) => other !== value));
    input.current?.focus();
  }

  function onKeyDown(event: React.KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Backspace' && text === '' && values.length > 0) {
      onChange(values.slice(0, -1));
    } else if (
      (event.key === 'Enter' || event.key === ',') &&
      typed !== '' &&
      !event.currentTarget.getAttribute('aria-activedescendant')
    ) {
      event.preventDefault();
      add(chosenBy(event.key, typed, matching));
    }
  }

  return (
    <AriaProvider>
      <ComboBox
        aria-labelledby={`${id}-label`}
        inputValue={text}
        onInputChange={(next) => setText(next.slice(0, maxLength))}
        items={items}
        selectedKey={null}
        onSelectionChange={(key) => {
          const item = items.find((candidate) => candidate.id === key);
          if (item) add(item.value);
        }}
        menuTrigger="focus"
        onOpenChange={() => setWidth(field.current?.offsetWidth ?? 0)}
        allowsCustomValue
        allowsEmptyCollection={false}
        isInvalid={Boolean(error)}
        className="grid min-w-0 content-start gap-1.5"
      >
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-bold">
          {label}
        </label>
        <div
          ref={field}
          data-invalid={error ? true : undefined}
          className="field flex min-h-11 cursor-text flex-wrap items-center gap-1.5 px-2! py-1.5!"
          onPointerDown={(event) => {
            if (event.target !== event.currentTarget) return;
            event.preventDefault();
            input.current?.focus();
          }}
        >
          {values.map((value) => (
            <ChosenTag key={value} value={value} onRemove={() => remove(value)} />
          ))}
          <Input
            ref={input}
            id={id}
            dir="auto"
            disabled={isFull}
            placeholder={
              isFull ? t('tags.full', { count: max }) : values.length === 0 ? placeholder : ''
            }
            {...(described && { 'aria-describedby': described })}
            onKeyDown={onKeyDown}
            onBlur={() => setText('')}
            className="h-8 min-w-24 flex-1 bg-transparent px-1 outline-none"
          />
        </div>
        <FieldNotes error={error} id={id} description={description} />
        <TagSuggestions field={field} width={width} items={items} />
      </ComboBox>
    </AriaProvider>
  );
}

/** Enter completes the text to the first option that begins with it. A comma stores the text as it is. */
function chosenBy(key: string, typed: string, matching: readonly string[]): string {
  const text = normalize(typed);
  return (
    matching.find((option) => normalize(option) === text) ??
    (key === 'Enter' ? matching.find((option) => normalize(option).startsWith(text)) : undefined) ??
    typed
  );
}

/** Options that match the text, and the text itself if it is a new tag. */
function useSuggestions(text: string, values: readonly string[], options: readonly string[]) {
  const typed = text.trim();
  const taken = new Set(values.map(normalize));
  const matching = options
    .filter(
      (option) => !taken.has(normalize(option)) && normalize(option).includes(normalize(typed)),
    )
    .slice(0, offered);
  const isOwn =
    typed !== '' &&
    !taken.has(normalize(typed)) &&
    !matching.some((option) => normalize(option) === normalize(typed));
  const items = [
    ...matching.map((option) => ({ id: `option:${option}`, value: option, isOwn: false })),
    ...(isOwn ? [{ id: 'own', value: typed, isOwn: true }] : []),
  ];
  return { taken, typed, matching, items };
}

/** Returns the IDs of the texts that describe the field. */
const describedBy = (id: string, error: string | undefined, description: string | undefined) =>
  [error && `${id}-error`, description && `${id}-description`].filter(Boolean).join(' ');

interface FieldNotesProps {
  error: string | undefined;
  id: string;
  description: string | undefined;
}

function FieldNotes({ error, id, description }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 text-sm text-bad">
          <CircleAlert size={18} aria-hidden className="mt-px shrink-0" />
          {error}
        </p>
      )}
      {description && (
        <p id={`${id}-description`} className="text-sm text-ink-2">
          {description}
        </p>
      )}
    </>
  );
}

function ChosenTag({ value, onRemove }: { value: string; onRemove: () => void }) {
  const { t } = useMessages();
  return (
    <span className="inline-flex min-h-8 max-w-full items-stretch rounded-control bg-fill text-sm font-medium touch:min-h-11">
      <span className="self-center py-1 ps-2.5 wrap-anywhere">{value}</span>
      <button
        type="button"
        aria-label={t('tags.remove', { value })}
        onClick={onRemove}
        className="grid w-8 shrink-0 place-items-center rounded-control text-ink-3 transition-colors duration-150 hover:bg-fill-2 hover:text-ink touch:w-11"
      >
        <X size={16} aria-hidden />
      </button>
    </span>
  );
}

interface TagSuggestionsProps {
  field: RefObject<HTMLDivElement | null>;
  width: number;
  items: { id: string; value: string; isOwn: boolean }[];
}

function TagSuggestions({ field, width, items }: TagSuggestionsProps) {
  const { t } = useMessages();
  return (
    <Popover
      triggerRef={field}
      placement="bottom start"
      offset={4}
      style={{ width }}
      className="forced-edge overflow-y-auto rounded-card border border-line raised p-1.5 shadow-float animate-settle"
    >
      <ListBox className="outline-none">
        {(item: (typeof items)[number]) => (
          <ListBoxItem
            id={item.id}
            textValue={item.value}
            className="flex min-h-9 cursor-default items-center gap-2 rounded-control px-2.5 py-1.5 outline-none data-focused:bg-fill touch:min-h-11 forced-colors:data-focused:outline-2"
          >
            {item.isOwn && <Plus size={18} aria-hidden className="text-ink-3" />}
            {item.isOwn ? t('tags.add', { value: item.value }) : item.value}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

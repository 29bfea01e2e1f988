import { ChevronDown, CircleAlert } from 'lucide-react';
import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import {
  Button,
  ComboBox,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components/ComboBox';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';
import type { FieldTexts } from './field.tsx';

export interface ComboOption {
  id: string;
  label: string;
  description?: string;
  /** A picture at the start. */
  mark?: ReactNode;
}

/**
 * <Combobox label="Advisor" options={advisors} value={advisor} onChange={setAdvisor} />
 * Selects one of many options by typing. With `search`, the server finds the options for the typed text. For few options, use
 * Select; for custom values, TagField. Import it only in lazy pages.
 */
interface ComboboxProps extends Omit<FieldTexts, 'isLabelHidden' | 'description'> {
  description?: string;
  options: readonly ComboOption[];
  /** ID of the selected option. */
  value: string | null;
  onChange: (value: string | null) => void;
  placeholder?: string;
  /** The caller finds options for the text. Set `isBusy` during the search. */
  search?: { text: string; onText: (text: string) => void; isBusy: boolean };
  isDisabled?: boolean;
}

const normalize = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

export function Combobox({
  label,
  description,
  error,
  options,
  value,
  onChange,
  placeholder = '',
  search,
  isDisabled = false,
}: ComboboxProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const chosen = options.find((option) => option.id === value)?.label ?? '';
  const [typed, setTyped] = useState(chosen);
  const text = search?.text ?? typed;
  const setText = search?.onText ?? setTyped;
  // The text of the selected option doesn't filter.
  const shown =
    search || text === chosen
      ? options
      : options.filter((option) => normalize(option.label).includes(normalize(text.trim())));
  const described = [error && `${id}-error`, description && `${id}-description`]
    .filter(Boolean)
    .join(' ');
  return (
    <AriaProvider>
      <ComboBox
        aria-labelledby={`${id}-label`}
        items={shown}
        inputValue={text}
        onInputChange={(next) => {
          setText(next);
          if (next === '' && value !== null) onChange(null);
        }}
        value={value}
        onChange={(key) => {
          if (key === null) return;
          onChange(String(key));
          const label = options.find((option) => option.id === key)?.label;
          // With `search`, the caller controls the field's text.
          if (!search && label !== undefined) setText(label);
        }}
        menuTrigger={search ? 'input' : 'focus'}
        onOpenChange={() => setWidth(field.current?.offsetWidth ?? 0)}
        // Opens with the typed text; results follow later.
        allowsEmptyCollection={text !== ''}
        isDisabled={isDisabled}
        isInvalid={Boolean(error)}
        className="grid min-w-0 content-start gap-1.5"
      >
        <label id={`${id}-label`} htmlFor={id} className="text-sm font-bold">
          {label}
        </label>
        <div ref={field} className="relative">
          <Input
            id={id}
            dir="auto"
            placeholder={placeholder}
            {...(described && { 'aria-describedby': described })}
            onBlur={() => {
              // Text without a selection is discarded.
              if (!search) setText(chosen);
            }}
            // The field's direction is that of its text, but the button is at the end of the page's direction.
            className="field page-start pr-11! [html[dir=rtl]_&]:pr-3! [html[dir=rtl]_&]:pl-11!"
          />
          <Button
            className={`absolute end-1 top-1/2 grid size-9 -translate-y-1/2 place-items-center rounded-control text-ink-3 hover:bg-fill ${search ? 'hidden' : ''}`}
          >
            <ChevronDown size={20} aria-hidden />
          </Button>
          {search?.isBusy && <span className="pending-bar mx-2 text-brand-text" aria-hidden />}
        </div>
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
        <OptionList field={field} width={width} isBusy={search?.isBusy} />
      </ComboBox>
    </AriaProvider>
  );
}

interface OptionListProps {
  field: RefObject<HTMLDivElement | null>;
  width: number;
  isBusy: boolean | undefined;
}

function OptionList({ field, width, isBusy }: OptionListProps) {
  const { t } = useMessages();
  return (
    <Popover
      triggerRef={field}
      placement="bottom start"
      offset={4}
      style={{ width }}
      className="forced-edge overflow-y-auto rounded-card border border-line raised p-1.5 shadow-float animate-settle"
    >
      <ListBox
        className="outline-none"
        renderEmptyState={() => (
          <p className="px-2.5 py-2 text-sm text-ink-2">
            {t(isBusy ? 'state.loading' : 'kit.noMatches')}
          </p>
        )}
      >
        {(option: ComboOption) => (
          <ListBoxItem
            id={option.id}
            textValue={option.label}
            className="flex min-h-9 cursor-default items-center gap-3 rounded-control px-2.5 py-1.5 outline-none data-focused:bg-fill data-selected:font-bold touch:min-h-11 forced-colors:data-focused:outline-2"
          >
            {option.mark}
            <span className="grid min-w-0">
              <span className="page-start truncate" dir="auto">
                {option.label}
              </span>
              {option.description && (
                <span className="page-start truncate text-sm font-normal text-ink-2" dir="auto">
                  {option.description}
                </span>
              )}
            </span>
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}

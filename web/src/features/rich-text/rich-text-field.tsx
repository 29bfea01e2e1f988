import { Suspense, useId } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { lengthOf, parseHtml } from './rich-document.ts';
import countWords from 'messages:en/bio.count*';
import english from './messages/en.json';

addEnglish({ ...english, ...countWords });

const RichEditor = lazyComponent(() => import('./rich-editor.tsx'), 'RichEditor');

interface RichTextFieldProps {
  label: string;
  placeholder: string;
  /** Maximum number of characters, without marks. */
  max: number;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Formatted text in a form, as it will look. It shows the text until the editor has loaded. */
export function RichTextField({
  label,
  placeholder,
  max,
  value,
  error,
  onChange,
}: RichTextFieldProps) {
  const { t, number } = useMessages();
  const id = useId();
  const length = lengthOf(parseHtml(value));
  const isOver = length > max;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-bold">{label}</p>
      <Suspense
        fallback={
          <SafeHtml
            html={value}
            className="rich-text field min-h-51 max-sm:min-h-[16.3125rem] px-3! pt-13.5! pb-2.5!"
          />
        }
      >
        <RichEditor
          value={value}
          onChange={onChange}
          label={label}
          placeholder={placeholder}
          describedBy={id}
          isInvalid={error !== undefined || isOver}
          takesFocus={false}
        />
      </Suspense>
      <p
        id={id}
        className={`text-sm ${isOver || error !== undefined ? 'font-medium text-bad' : 'text-ink-2'}`}
      >
        {error ?? t('bio.count', { used: number(length), most: number(max) })}
      </p>
    </div>
  );
}

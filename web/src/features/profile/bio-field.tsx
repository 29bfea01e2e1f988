import { CircleAlert } from 'lucide-react';
import { Suspense, useId } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { lengthOf, parseHtml } from '../rich-text/rich-document.ts';
import { limits } from './profile-draft.ts';

const RichEditor = lazyComponent(() => import('../rich-text/rich-editor.tsx'), 'RichEditor');

interface BioFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  takesFocus: boolean;
}

/** The bio, edited as it will look. It shows the text until the editor has loaded. */
export function BioField({ value, onChange, error, takesFocus }: BioFieldProps) {
  const { t, number } = useMessages();
  const id = useId();
  const length = lengthOf(parseHtml(value));
  const over = length - limits.bioText;
  const problem = over > 0 ? t('profile.bioLong', { count: over }) : error;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-bold">{t('profile.bio')}</p>
      <Suspense
        fallback={
          <SafeHtml html={value} className="rich-text field min-h-51 px-3! pt-13.5! pb-2.5!" />
        }
      >
        <RichEditor
          value={value}
          onChange={onChange}
          label={t('profile.bio')}
          placeholder={t('bio.placeholder')}
          describedBy={`${id}-help${problem === undefined ? '' : ` ${id}-problem`}`}
          isInvalid={problem !== undefined}
          takesFocus={takesFocus}
        />
      </Suspense>
      <div className="flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <p id={`${id}-help`} className="touch:invisible">
          {t('bio.help', { key: /Mac/.test(navigator.userAgent) ? '⌘' : t('bio.key') })}
        </p>
        <p className={over > 0 ? 'font-medium text-bad' : ''}>
          {t('bio.count', { used: number(length), most: number(limits.bioText) })}
        </p>
      </div>
      {problem !== undefined && (
        <p
          id={`${id}-problem`}
          role="alert"
          className="flex items-center gap-1.5 text-sm font-medium text-bad"
        >
          <CircleAlert size={18} aria-hidden className="shrink-0" />
          {problem}
        </p>
      )}
    </div>
  );
}

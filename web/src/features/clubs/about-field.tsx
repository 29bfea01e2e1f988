import { Suspense, useId } from 'react';
import { clubLimits } from '#contract/clubs/limits.ts';
import { laterPart } from '../../lib/later-part.ts';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { lengthOf, parseHtml } from '../rich-text/rich-document.ts';

const RichEditor = laterPart(() => import('../rich-text/rich-editor.tsx'), 'RichEditor');

interface AboutFieldProps {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** What a club writes of itself, as it will look. Until the editor is there, the text stands in its place. */
export function AboutField({ value, error, onChange }: AboutFieldProps) {
  const { t, number } = useMessages();
  const id = useId();
  const length = lengthOf(parseHtml(value));
  const isOver = length > clubLimits.aboutText;
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-bold">{t('clubs.aboutText')}</p>
      <Suspense
        fallback={
          <SafeHtml html={value} className="rich-text field min-h-51 px-3! pt-13.5! pb-2.5!" />
        }
      >
        <RichEditor
          value={value}
          onChange={onChange}
          label={t('clubs.aboutText')}
          placeholder={t('clubs.aboutHint')}
          describedBy={id}
          isInvalid={error !== undefined || isOver}
          takesFocus={false}
        />
      </Suspense>
      <p
        id={id}
        className={`text-sm ${isOver || error !== undefined ? 'font-medium text-bad' : 'text-ink-2'}`}
      >
        {error ??
          t('clubs.aboutCount', { used: number(length), most: number(clubLimits.aboutText) })}
      </p>
    </div>
  );
}

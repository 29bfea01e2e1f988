import { useDeferredValue } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { textToHtml } from './bio-text.ts';
import { limits } from './profile-draft.ts';

interface BioFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The bio as text, and below it as others will see it. */
export function BioField({ value, onChange, error }: BioFieldProps) {
  const { t } = useMessages();
  const html = textToHtml(useDeferredValue(value));
  const over = value.length - limits.bioText;
  return (
    <div className="grid gap-3">
      <TextArea
        label={t('profile.bio')}
        name="bio"
        description={t('profile.bioHint')}
        rows={6}
        value={value}
        onChange={onChange}
        error={over > 0 ? t('profile.bioLong', { count: over }) : error}
      />
      <section aria-label={t('profile.preview')} className="grid gap-2 rounded-card bg-fill p-4">
        <p className="text-xs font-bold text-ink-2">{t('profile.preview')}</p>
        {html === '' ? <p className="text-ink-2">{t('profile.previewEmpty')}</p> : <SafeHtml html={html} className="rich-text" />}
      </section>
    </div>
  );
}

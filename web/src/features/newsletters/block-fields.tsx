import { Suspense, useId } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { newsletterLimits as limits, webAddress } from '#contract/newsletters/limits.ts';
import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { TextField } from '../../ui/text-field.tsx';

const RichEditor = lazyComponent(() => import('../rich-text/rich-editor.tsx'), 'RichEditor');

interface BlockFieldsProps {
  block: NewsletterBlock;
  /** True if it was just added and gets the focus. */
  isNew: boolean;
  onChange: (block: NewsletterBlock) => void;
}

/** The user just added this field, so it gets the focus. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** The fields of a newsletter block. */
export function BlockFields({ block, isNew, onChange }: BlockFieldsProps) {
  const { t } = useMessages();
  const id = useId();
  switch (block.kind) {
    case 'heading':
      return (
        <TextField
          label={t('newsletters.heading')}
          isLabelHidden
          {...(isNew && { ref: takeFocus })}
          maxLength={limits.heading}
          value={block.text}
          onChange={(text) => onChange({ ...block, text })}
        />
      );
    case 'text':
      return (
        <Suspense
          fallback={
            <SafeHtml
              html={block.html}
              className="rich-text field min-h-51 px-3! pt-13.5! pb-2.5!"
            />
          }
        >
          <RichEditor
            value={block.html}
            onChange={(html) => onChange({ ...block, html })}
            label={t('newsletters.text')}
            placeholder={t('newsletters.textHint')}
            describedBy={id}
            isInvalid={false}
            takesFocus={isNew}
          />
        </Suspense>
      );
    case 'picture':
      return (
        <div className="grid gap-3">
          <img
            src={`/files/${block.file}`}
            alt={block.alt}
            width={block.width}
            height={block.height}
            className="h-auto max-h-72 w-auto max-w-full justify-self-start rounded-control"
          />
          <TextField
            label={t('newsletters.alt')}
            description={t('newsletters.altBody')}
            maxLength={limits.alt}
            value={block.alt}
            onChange={(alt) => onChange({ ...block, alt })}
          />
          <TextField
            label={t('newsletters.caption')}
            maxLength={limits.caption}
            value={block.caption}
            onChange={(caption) => onChange({ ...block, caption })}
          />
        </div>
      );
    case 'button':
      return (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('newsletters.label')}
            {...(isNew && { ref: takeFocus })}
            maxLength={limits.label}
            value={block.label}
            onChange={(label) => onChange({ ...block, label })}
          />
          <TextField
            label={t('newsletters.url')}
            type="url"
            dir="ltr"
            maxLength={limits.url}
            placeholder="https://"
            error={
              block.url === '' || webAddress.test(block.url) ? undefined : t('newsletters.urlWrong')
            }
            value={block.url}
            onChange={(url) => onChange({ ...block, url: url.trim() })}
          />
        </div>
      );
    case 'divider':
      return <hr className="border-line" />;
  }
}

import {
  ArrowDown,
  ArrowUp,
  Heading,
  ImagePlus,
  Minus,
  MousePointerClick,
  Text,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { newsletterLimits } from '#contract/newsletters/limits.ts';
import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { BlockFields } from './block-fields.tsx';
import type { EmailEditorConfig } from './email-editor-config.ts';
import { PictureUpload } from './picture-upload.tsx';

const icons: Record<NewsletterBlock['kind'], LucideIcon> = {
  heading: Heading,
  text: Text,
  picture: ImagePlus,
  button: MousePointerClick,
  divider: Minus,
};

const empty: Record<Exclude<NewsletterBlock['kind'], 'picture'>, NewsletterBlock> = {
  heading: { kind: 'heading', text: '' },
  text: { kind: 'text', html: '' },
  button: { kind: 'button', label: '', url: '' },
  divider: { kind: 'divider' },
};

interface BlockListProps {
  blocks: readonly NewsletterBlock[];
  upload: EmailEditorConfig<never>['upload'];
  onChange: (blocks: NewsletterBlock[]) => void;
}

let lastKey = 0;
const newKey = () => ++lastKey;

/** The blocks of a newsletter: add, fill in, move, remove. */
export function BlockList({ blocks, upload, onChange }: BlockListProps) {
  const { t } = useMessages();
  // Blocks have no IDs. Keys move together with them, so that a moved block keeps its editor and focus.
  const [keys, setKeys] = useState(() => blocks.map(newKey));
  const [added, setAdded] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const put = (next: NewsletterBlock[], nextKeys: number[]) => {
    setKeys(nextKeys);
    onChange(next);
  };
  const add = (block: NewsletterBlock) => {
    const key = newKey();
    setAdded(key);
    put([...blocks, block], [...keys, key]);
  };
  const change = (position: number, block: NewsletterBlock) =>
    onChange(blocks.map((one, at) => (at === position ? block : one)));
  const remove = (position: number) => {
    const [before, beforeKeys] = [[...blocks], keys];
    put(blocks.toSpliced(position, 1), keys.toSpliced(position, 1));
    showToast({
      message: t('newsletters.removed'),
      action: { label: t('newsletters.undo'), run: () => put(before, beforeKeys) },
    });
  };
  const move = (position: number, by: 1 | -1) => {
    const swap = <T,>(all: readonly T[]): T[] => {
      const next = [...all];
      const [one] = next.splice(position, 1);
      if (one !== undefined) next.splice(position + by, 0, one);
      return next;
    };
    put(swap(blocks), swap(keys));
  };
  return (
    <>
      {blocks.length === 0 ? (
        <p className="mb-4 text-ink-2">{t('newsletters.contentNone')}</p>
      ) : (
        <ul ref={list} className="mb-5 grid gap-4">
          {blocks.map((block, index) => {
            const key = keys[index] ?? index;
            const part = `${t(`newsletters.${block.kind}`)} ${index + 1}`;
            const Icon = icons[block.kind];
            return (
              <li key={key} className="rounded-card border border-line p-3 sm:p-4">
                <div className="mb-2 flex items-center gap-1">
                  <span className="flex min-w-0 flex-1 items-center gap-2 text-sm font-medium text-ink-2">
                    <Icon size={18} strokeWidth={1.75} aria-hidden />
                    {t(`newsletters.${block.kind}`)}
                  </span>
                  <IconButton
                    size="sm"
                    label={t('newsletters.up', { part })}
                    icon={ArrowUp}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  />
                  <IconButton
                    size="sm"
                    label={t('newsletters.down', { part })}
                    icon={ArrowDown}
                    disabled={index === blocks.length - 1}
                    onClick={() => move(index, 1)}
                  />
                  <IconButton
                    size="sm"
                    label={t('newsletters.remove', { part })}
                    icon={Trash2}
                    onClick={() => remove(index)}
                  />
                </div>
                <BlockFields
                  block={block}
                  isNew={key === added}
                  onChange={(next) => change(index, next)}
                />
              </li>
            );
          })}
        </ul>
      )}
      {blocks.length < newsletterLimits.blocks && (
        <div role="group" aria-label={t('newsletters.add')} className="flex flex-wrap gap-2">
          {(['heading', 'text', 'button', 'divider'] as const).map((kind) => (
            <Button key={kind} size="sm" icon={icons[kind]} onClick={() => add(empty[kind])}>
              {t(`newsletters.${kind}`)}
            </Button>
          ))}
          <PictureUpload
            icon={icons.picture}
            send={upload}
            onPicture={(picture) => add({ kind: 'picture', ...picture, alt: '', caption: '' })}
          />
        </div>
      )}
    </>
  );
}

import {
  ArrowDown,
  ArrowUp,
  Heading,
  ImagePlus,
  Minus,
  Plus,
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
  // The position of the next block; null for the end.
  const [place, setPlace] = useState<number | null>(null);
  const list = useRef<HTMLUListElement>(null);

  const put = (next: NewsletterBlock[], nextKeys: number[]) => {
    setKeys(nextKeys);
    onChange(next);
  };
  const add = (block: NewsletterBlock) => {
    const key = newKey();
    const at = place ?? blocks.length;
    setAdded(key);
    setPlace(null);
    put(blocks.toSpliced(at, 0, block), keys.toSpliced(at, 0, key));
  };
  const change = (position: number, block: NewsletterBlock) =>
    onChange(blocks.map((one, at) => (at === position ? block : one)));
  const remove = (position: number) => {
    const [before, beforeKeys] = [[...blocks], keys];
    setPlace(null);
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
  const adding = blocks.length < newsletterLimits.blocks && (
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
  );
  return (
    <>
      {blocks.length === 0 ? (
        <p className="mb-4 text-ink-2">{t('newsletters.contentNone')}</p>
      ) : (
        <ul ref={list} className="mb-3 grid gap-1">
          {blocks.map((block, index) => {
            const key = keys[index] ?? index;
            const part = `${t(`newsletters.${block.kind}`)} ${index + 1}`;
            const Icon = icons[block.kind];
            return (
              <li key={key} className="group/block grid gap-1">
                {place === index ? (
                  <div className="rounded-control border border-dashed border-brand-text p-3">
                    {adding}
                  </div>
                ) : (
                  index > 0 &&
                  adding && (
                    <div className="flex items-center gap-2 opacity-0 transition-opacity duration-150 group-hover/block:opacity-100 focus-within:opacity-100 touch:opacity-100">
                      <span className="h-px flex-1 bg-line" />
                      <IconButton
                        size="sm"
                        label={t('newsletters.insert', { part })}
                        icon={Plus}
                        onClick={() => setPlace(index)}
                      />
                      <span className="h-px flex-1 bg-line" />
                    </div>
                  )
                )}
                <div className="rounded-control border border-transparent p-2 hover:border-line focus-within:border-brand-text!">
                  <div className="mb-1 flex items-center gap-1">
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
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {place === null && adding}
    </>
  );
}

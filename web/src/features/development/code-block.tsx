import { Check, Copy } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import { useCopied } from '../../ui/use-copied.ts';

/** <CodeBlock label="Example" text={…} />: code with a copy button. It scrolls on its own, also by keyboard. */
export function CodeBlock({
  label,
  text,
  isTall = false,
}: {
  label: string;
  text: string;
  isTall?: boolean;
}) {
  const { t } = useMessages();
  const [isCopied, copy] = useCopied(text);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start rounded-control bg-fill">
      <pre
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls is reached by keyboard.
        tabIndex={0}
        dir="ltr"
        className={`overflow-auto rounded-control p-3 text-start font-mono text-xs ${isTall ? 'max-h-96' : 'max-h-64'}`}
      >
        {text}
      </pre>
      <IconButton
        label={isCopied ? t('copy.copied') : `${t('dev.copy')}: ${label}`}
        icon={isCopied ? Check : Copy}
        size="sm"
        className="m-1 shrink-0"
        onClick={() => void copy()}
      />
    </div>
  );
}

import {
  CircleCheck,
  Copy,
  Check,
  Download,
  ListChecks,
  Lock,
  SearchCheck,
  TriangleAlert,
} from 'lucide-react';
import type { Election } from '#contract/elections/endpoints.ts';
import { groupedReceipt } from '#contract/elections/receipt.ts';
import { useMessages } from '../../../lib/messages.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { useCopied } from '../../../ui/use-copied.ts';
import { receiptFile } from './receipts.ts';
import type { KeptReceipt } from './stored-ballot.ts';

/** Characters of the first two groups. */
const halfLength = 9;

interface ReceiptViewProps {
  election: Election;
  kept: KeptReceipt;
  onClose: () => void;
}

/** The receipt of a ballot that was just cast. It shows no choices, and no one can read it again later. */
export function ReceiptView({ election, kept, onClose }: ReceiptViewProps) {
  const { t, date } = useMessages();
  const shown = groupedReceipt(kept.receipt);
  const [isCopied, copy] = useCopied(shown);
  const save = () =>
    saveFile(
      `receipt-${election.id}.txt`,
      receiptFile(t('elections.fileNote', { title: election.title }), {
        election: election.id,
        receipt: kept.receipt,
        nonce: kept.nonce,
      }),
      'text/plain;charset=utf-8',
    );
  const steps = [
    { icon: Lock, title: t('elections.thenCloses'), body: date(election.closesAt, 'moment') },
    {
      icon: ListChecks,
      title: t('elections.thenPublished'),
      body: t('elections.thenPublishedBody'),
    },
    { icon: SearchCheck, title: t('elections.thenFind'), body: t('elections.thenFindBody') },
  ];
  return (
    <div className="mx-auto grid w-full max-w-xl grid-cols-[minmax(0,1fr)] gap-5">
      <div className="grid justify-items-center gap-2 text-center">
        <span className="grid size-16 place-items-center rounded-full bg-good-soft text-good">
          <CircleCheck size={32} aria-hidden />
        </span>
        <h2 ref={focusOnce} tabIndex={-1} className="text-2xl! outline-none">
          {t('elections.castDone')}
        </h2>
        <p className="text-ink-2">
          {t(election.allowsRevote ? 'elections.castDoneRevote' : 'elections.castDoneFinal')}
        </p>
      </div>
      {kept.isEarlier && <Note tone="warn">{t('elections.castEarlier')}</Note>}
      <section className="card overflow-hidden" aria-labelledby="receipt-title">
        <div className="grid justify-items-center gap-2 p-5 text-center">
          <h3 id="receipt-title" className="text-base! font-medium! text-ink-2">
            {t('elections.yourReceipt')}
          </h3>
          <p dir="ltr" className="font-mono text-2xl font-bold tracking-wider break-words">
            {/* Two groups a line on phones. */}
            <span className="inline-block">{shown.slice(0, halfLength)}</span>{' '}
            <span className="inline-block">{shown.slice(halfLength + 1)}</span>
          </p>
        </div>
        <p className="flex gap-2 border-t border-line bg-warn-soft px-4 py-3 text-sm text-warn">
          <TriangleAlert size={20} aria-hidden className="shrink-0" />
          {t('elections.shownOnce')}
        </p>
      </section>
      <div className="grid grid-cols-2 gap-3">
        <Button size="lg" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {t(isCopied ? 'elections.copied' : 'elections.copy')}
        </Button>
        <Button size="lg" variant="primary" icon={Download} onClick={save}>
          {t('elections.save')}
        </Button>
      </div>
      <span role="status" className="sr-only">
        {isCopied && t('elections.copied')}
      </span>
      <section className="grid gap-3" aria-labelledby="receipt-next">
        <h3 id="receipt-next">{t('elections.whatNext')}</h3>
        <ul className="grid gap-3">
          {steps.map(({ icon: Icon, title, body }) => (
            <li key={title} className="flex gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-control bg-fill text-ink-2">
                <Icon size={20} aria-hidden />
              </span>
              <span className="grid min-w-0">
                <span className="font-medium">{title}</span>
                <span className="text-sm text-ink-2">{body}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <Button className="justify-self-center" onClick={onClose}>
        {t('elections.toElection')}
      </Button>
    </div>
  );
}

/** The heading that replaces the ballot gets the focus. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

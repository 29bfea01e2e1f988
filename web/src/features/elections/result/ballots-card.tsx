import { useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Download, ListChecks, SearchCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { groupedReceipt, readReceipt } from '#contract/elections/receipt.ts';
import { useAction } from '../../../kit/use-action.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useMessages } from '../../../lib/messages.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { ballotFileQuery } from './ballots.data.ts';
import { checkBallotFile, isSignatureValid, type FileCheck } from './ballot-file.ts';

/** The command that counts the file again, without a database. */
const verifyCommand = (file: string): string => `npm run campus -- election verify ${file}`;

/** Finds a ballot by its receipt, and checks the published file. Both happen in the browser. */
export function BallotsCards({ election }: { election: string }) {
  const client = useQueryClient();
  const read = () => client.fetchQuery(ballotFileQuery(election));
  return (
    <>
      <FindBallot read={read} />
      <CheckFile election={election} read={read} />
    </>
  );
}

type Found = { readonly receipt: string; readonly at: number; readonly check: FileCheck };

function FindBallot({ read }: { read: () => Promise<string> }) {
  const messages = useMessages();
  const { t } = messages;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [found, setFound] = useState<Found | null>(null);
  const find = useAction(
    async (receipt: string) => {
      const check = await checkBallotFile(await read());
      return { receipt, at: check.receipts.indexOf(receipt), check };
    },
    { isQuiet: true, onSuccess: setFound },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFound(null);
    const receipt = readReceipt(typed);
    setError(receipt === undefined ? t('elections.receiptInvalid') : undefined);
    if (receipt !== undefined) find.run(receipt);
  };
  const isSound = found !== null && found.check.problems.length === 0;
  return (
    <Card title={t('elections.findBallot')} description={t('elections.findBallotBody')}>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <TextField
          label={t('elections.receipt')}
          value={typed}
          onChange={(next) => {
            setTyped(next);
            setError(undefined);
            setFound(null);
          }}
          error={error}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <Button
          type="submit"
          icon={SearchCheck}
          isPending={find.isPending}
          className="justify-self-start"
        >
          {t('elections.find')}
        </Button>
        <div role="status">
          {found !== null && (
            <Note
              tone={found.at < 0 ? 'bad' : isSound ? 'good' : 'warn'}
              icon={found.at < 0 ? CircleX : CircleCheck}
              title={t(found.at < 0 ? 'elections.ballotMissing' : 'elections.ballotFound')}
            >
              {found.at < 0
                ? t('elections.ballotMissingBody')
                : t('elections.ballotPlace', {
                    receipt: groupedReceipt(found.receipt),
                    at: found.at + 1,
                    count: found.check.ballots,
                  })}
              {found.at >= 0 && !isSound && (
                <p className="mt-1">{t('elections.fileProblemsShort')}</p>
              )}
            </Note>
          )}
        </div>
        {find.error !== null && <Failure>{errorText(find.error, messages)}</Failure>}
      </form>
    </Card>
  );
}

interface CheckFileProps {
  election: string;
  read: () => Promise<string>;
}

function CheckFile({ election, read }: CheckFileProps) {
  const messages = useMessages();
  const { t } = messages;
  const [result, setResult] = useState<{ check: FileCheck; isSigned: boolean | null } | null>(null);
  const name = `ballots-${election}.ndjson`;
  const check = useAction(
    async () => {
      const done = await checkBallotFile(await read());
      return {
        check: done,
        isSigned: done.signed === null ? false : await isSignatureValid(done.signed),
      };
    },
    { isQuiet: true, onSuccess: setResult },
  );
  const save = useAction(read, {
    isQuiet: true,
    onSuccess: (text) => saveFile(name, text, 'application/x-ndjson'),
  });
  const error = check.error ?? save.error;
  const isGood = result !== null && result.check.problems.length === 0 && result.isSigned !== false;
  return (
    <Card title={t('elections.countAgain')} description={t('elections.countAgainBody')}>
      <div className="grid gap-3">
        <div className="flex flex-wrap gap-2">
          <Button icon={ListChecks} isPending={check.isPending} onClick={() => check.run()}>
            {t('elections.checkFile')}
          </Button>
          <Button icon={Download} isPending={save.isPending} onClick={() => save.run()}>
            {t('elections.download')}
          </Button>
        </div>
        <div role="status">
          {result !== null && (
            <Note
              tone={isGood ? 'good' : 'bad'}
              icon={isGood ? CircleCheck : CircleX}
              title={t(isGood ? 'elections.fileSound' : 'elections.fileUnsound')}
            >
              <ul className="grid list-disc gap-1 ps-5">
                <li>{t('elections.fileBallots', { count: result.check.ballots })}</li>
                {result.check.problems.map(({ code, line }) => (
                  <li key={code}>{t(`elections.file_${code}`, { line })}</li>
                ))}
                <li>
                  {t(
                    result.isSigned === null
                      ? 'elections.signatureUnchecked'
                      : result.isSigned
                        ? 'elections.signatureValid'
                        : 'elections.signatureInvalid',
                  )}
                </li>
              </ul>
            </Note>
          )}
        </div>
        {error !== null && <Failure>{errorText(error, messages)}</Failure>}
        <p className="text-sm text-ink-2">{t('elections.commandBody')}</p>
        <code
          dir="ltr"
          className="block rounded-control bg-fill px-3 py-2 text-start text-sm break-words"
        >
          {verifyCommand(name)}
        </code>
      </div>
    </Card>
  );
}

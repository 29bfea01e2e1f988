import { useQuery } from '@tanstack/react-query';
import type { WordList } from '#contract/word-list/endpoints.ts';
import { wordListLimits as limits } from '#contract/word-list/limits.ts';
import { readWordList, saveWordList } from '#contract/word-list/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { Form, FormError, SubmitButton, useForm } from '../../kit/form.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { call, callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import english from './messages/en.json';

addEnglish(english);

interface Draft {
  refuse: readonly string[];
  review: readonly string[];
}
const { TagField } = ariaFieldsOf<Draft>();

const listQuery = () => callQuery(readWordList, {});

/** The words that posts and comments are checked for. */
export function WordListSection() {
  return (
    <QueryBoundary query={useQuery(listQuery())} skeleton={['h-72']}>
      {(list) => <WordListForm key={list.version} list={list} />}
    </QueryBoundary>
  );
}

const wordsOf = ({ words }: WordList, wanted: WordList['words'][number]['action']): string[] =>
  words.flatMap(({ word, action }) => (action === wanted ? [word] : []));

function WordListForm({ list }: { list: WordList }) {
  const { t } = useMessages();
  const form = useForm<Draft, WordList>({
    defaultValues: { refuse: wordsOf(list, 'refuse'), review: wordsOf(list, 'review') },
    validate: ({ refuse, review }) => {
      const double = review.find((word) => refuse.includes(word));
      return {
        review: double === undefined ? undefined : t('wordList.both', { word: double }),
      };
    },
    save: ({ refuse, review }) =>
      call(saveWordList, {
        version: list.version,
        words: [
          ...refuse.map((word) => ({ word, action: 'refuse' as const })),
          ...review.map((word) => ({ word, action: 'review' as const })),
        ],
      }),
    updates: listQuery().queryKey,
    success: t('wordList.saved'),
  });
  const field = {
    options: [],
    placeholder: t('wordList.add'),
    max: limits.words / 2,
    maxLength: limits.word,
  };
  return (
    <Card description={t('wordList.body')}>
      <Form form={form}>
        <TagField
          name="refuse"
          label={t('wordList.refuse')}
          description={t('wordList.refuseHint')}
          {...field}
        />
        <TagField
          name="review"
          label={t('wordList.review')}
          description={t('wordList.reviewHint')}
          {...field}
        />
        <FormError form={form} />
        <div className="flex">
          <SubmitButton form={form}>{t('wordList.save')}</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}

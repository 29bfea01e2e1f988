import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FormDefinition } from '#contract/forms/definition.ts';
import { definitionProblem } from '#contract/forms/form-rules.ts';
import { questionKinds } from '#contract/forms/limits.ts';
import {
  addQuestion,
  changeKind,
  changeQuestion,
  conditionOn,
  conditionSources,
  copyQuestion,
  moveQuestion,
  removeQuestion,
} from './builder-rules.ts';

const acts = fc.array(
  fc.record({
    act: fc.constantFrom('add', 'kind', 'condition', 'move', 'copy', 'remove', 'options'),
    at: fc.nat(20),
    kind: fc.constantFrom(...questionKinds),
    by: fc.constantFrom(1 as const, -1 as const),
  }),
  { maxLength: 40 },
);

test('[CLUB-04] after every edit in the builder, users can save the form', () => {
  fc.assert(
    fc.property(acts, (all) => {
      let form: FormDefinition = { questions: [] };
      for (const { act, at, kind, by } of all) {
        const question = form.questions[at % Math.max(1, form.questions.length)];
        if (act === 'add' || question === undefined) {
          form = addQuestion(form, kind, question?.id ?? null).definition;
          continue;
        }
        if (act === 'kind') form = changeKind(form, question, kind, by === 1).definition;
        if (act === 'move') form = moveQuestion(form, question.id, by) ?? form;
        if (act === 'copy') form = copyQuestion(form, question.id)?.definition ?? form;
        if (act === 'remove') form = removeQuestion(form, question.id);
        if (act === 'options' && 'options' in question)
          form = changeQuestion(form, { ...question, options: question.options.slice(1) });
        const source = conditionSources(form, question.id).at(at % 3);
        if (act === 'condition' && source !== undefined)
          form = changeQuestion(form, { ...question, conditions: [conditionOn(source)] });
        expect(definitionProblem(form, false)).toBeNull();
      }
    }),
  );
});

test('a question can’t move before the one it depends on', () => {
  const one = addQuestion({ questions: [] }, 'scale', null);
  const two = addQuestion(one.definition, 'short', null);
  const [first, second] = two.definition.questions;
  if (first === undefined || second === undefined) throw new Error('two were added');
  const form = changeQuestion(two.definition, { ...second, conditions: [conditionOn(first)] });
  expect(moveQuestion(form, second.id, -1)).toBeNull();
  expect(moveQuestion(form, first.id, 1)).toBeNull();
  expect(removeQuestion(form, first.id).questions[0]?.conditions).toEqual([]);
});

/** The search parameters of the list of clubs, as they travel. */
export const clubParams = [
  'search_word',
  'category_tagList',
  'category_ContainsLogic',
  'category_NotContainsLogic',
  'tag_tagList',
  'tag_ContainsLogic',
  'tag_NotContainsLogic',
  'type_tagList',
  'type_ContainsLogic',
  'type_NotContainsLogic',
  'membership',
  'known',
  'order',
] as const;

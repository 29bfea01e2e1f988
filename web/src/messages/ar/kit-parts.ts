export const kitParts = {
  'kit.dropFile': 'أفلت ملفًا هنا',
  'kit.dropFiles': 'أفلت الملفات هنا',
  'kit.uploading': 'جارٍ رفع {name}',
  'kit.asTable': 'عرض كجدول',
  'kit.asChart': 'عرض كمخطط',
  'kit.drag': 'نقل {name}',
  'kit.moveUp': 'نقل {name} إلى أعلى',
  'kit.moveDown': 'نقل {name} إلى أسفل',
  'kit.noMatches': 'لا نتائج',
  'kit.findPerson': 'اكتب اسمًا',
} as const;

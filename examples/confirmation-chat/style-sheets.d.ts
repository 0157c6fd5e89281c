/** The bundler makes a file of an imported style sheet; the import has no value. */
declare module '*.css';

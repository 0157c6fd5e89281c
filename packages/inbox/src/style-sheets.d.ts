/** The bundler turns an imported style sheet into a file of its own; the import has no value. */
declare module '*.css';

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addsForeignDependency } from './foreign-dependency.ts';

test('a dependency from an address is found in the manifests of each ecosystem', () => {
  const found: readonly (readonly [string, string])[] = [
    ['a/package.json', '"left": "git+https://code.example/left.git#1"'],
    ['package.json', '"left": "github:someone/left"'],
    ['package.json', '"left": "https://files.example/left-1.0.0.tgz"'],
    ['requirements-dev.txt', 'left @ git+https://code.example/left.git\n'],
    ['requirements.txt', '-e git+ssh://git@code.example/left.git#egg=left'],
    ['requirements.in', 'https://files.example/left-1.0-py3-none-any.whl'],
    ['pyproject.toml', '  "left @ git+https://code.example/left.git",'],
    ['pyproject.toml', 'left = { git = "https://code.example/left" }'],
    ['Cargo.toml', 'left = { git = "https://code.example/left" }'],
    ['Gemfile', "gem 'left', github: 'someone/left'"],
    ['Package.swift', '.package(url: "https://code.example/left", from: "1.0.0"),'],
  ];
  for (const [path, text] of found) assert.ok(addsForeignDependency(path, text), text);
});

test('versions of a registry, and the addresses of the project itself, are no foreign dependency', () => {
  const plain: readonly (readonly [string, string])[] = [
    ['package.json', '"left": "^1.0.0"'],
    ['package.json', '"repository": { "url": "git+https://code.example/shop.git" }'],
    ['package.json', '"homepage": "https://code.example/shop.git"'],
    ['requirements.txt', 'left==1.0.0\n# see https://code.example/left.git for why'],
    ['pyproject.toml', 'Repository = "https://code.example/shop"'],
    ['Cargo.toml', 'left = "1.0"'],
    ['Gemfile', "source 'https://rubygems.org'"],
    ['README.md', 'npm i git+https://code.example/left.git'],
  ];
  for (const [path, text] of plain) assert.ok(!addsForeignDependency(path, text), text);
});

import '@fontsource-variable/fraunces/wght.css'
import '@fontsource-variable/inter/wght.css'
import './styles.css'
import { mount } from 'svelte'
import App from './App.svelte'

mount(App, { target: document.getElementById('page')! })
